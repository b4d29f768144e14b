// SPDX-License-Identifier: MIT
pragma solidity 0.6.12; // expect: outdated-compiler

contract WrappingToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    uint256 public constant PRICE = 10 ** 15;

    function buy(uint256 count) external payable {
        require(msg.value == count * PRICE, "price"); // expect: integer-overflow
        balanceOf[msg.sender] += count; // expect: integer-overflow
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        require(balanceOf[msg.sender] - amount >= 0, "too much"); // expect: integer-overflow
        balanceOf[msg.sender] -= amount; // expect: integer-overflow
        balanceOf[to] += amount; // expect: integer-overflow
        return true;
    }

    function cashOut(uint256 count) external {
        require(balanceOf[msg.sender] >= count, "too much");
        balanceOf[msg.sender] -= count;
        msg.sender.transfer(count);
    }
}
