// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20; // expect: floating-pragma

contract OpenMint {
    uint256 public totalSupply;
    address public minter;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address first) {
        minter = first; // expect: missing-zero-check
    }

    function mint(address to, uint256 value) external {
        totalSupply += value; // expect: unprotected-mint
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setMinter(address next) external {
        minter = next; // expect: unprotected-owner, missing-event, missing-zero-check
    }
}
