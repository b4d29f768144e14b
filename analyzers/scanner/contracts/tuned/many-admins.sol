// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract ManyAdmins {
    mapping(address => bool) public isAdmin;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => uint256) public balances;
    uint256 public totalSupply;

    constructor() {
        isAdmin[msg.sender] = true;
    }

    function addAdmin(address who) external {
        isAdmin[who] = true; // expect: unprotected-owner
    }

    function addAdminSafely(address who) external {
        require(isAdmin[msg.sender], "not admin");
        isAdmin[who] = true;
    }

    function setOperator(address who, bool on) external {
        isOperator[msg.sender][who] = on;
    }

    function mint(uint256 amount) external {
        balances[msg.sender] += amount; // expect: unprotected-mint
        totalSupply += amount;
    }

    function mintOwn(uint256 amount) external {
        require(msg.sender == address(this), "inner");
        totalSupply += amount;
    }
}
