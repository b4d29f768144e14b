// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.18;

contract ArcadeToken {
    string public name = "Arcade";
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    mapping(address => bool) public machines;
    address immutable hall = msg.sender;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Machine(address machine, bool on);

    function setMachine(address machine, bool on) external {
        require(msg.sender == hall);
        machines[machine] = on;
        emit Machine(machine, on);
    }

    function reward(address player, uint256 amount) external {
        if (!machines[msg.sender]) revert();
        totalSupply += amount;
        balanceOf[player] += amount;
        emit Transfer(address(0), player, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}
