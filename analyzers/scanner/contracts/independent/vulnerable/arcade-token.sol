// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.18;

contract ArcadeToken {
    string public name = "Arcade";
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    address public arcade = msg.sender;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function reward(address player, uint256 amount) external {
        totalSupply += amount;
        balanceOf[player] += amount; // expect: unprotected-mint
        emit Transfer(address(0), player, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}
