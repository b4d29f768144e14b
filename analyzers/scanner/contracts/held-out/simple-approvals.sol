// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract SimpleApprovals {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) private _allowances;

    event Approval(address indexed a, address indexed b, uint256 value);

    constructor() {
        balanceOf[msg.sender] = 1 ether;
    }

    function approve(address spender, uint256 amount) public returns (bool) { // expect: approve-race
        _approve(msg.sender, spender, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        uint256 allowed = _allowances[from][msg.sender];
        require(allowed >= amount, "allowance");
        _approve(from, msg.sender, allowed - amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function _approve(address holder, address spender, uint256 amount) internal {
        _allowances[holder][spender] = amount;
        emit Approval(holder, spender, amount);
    }
}
