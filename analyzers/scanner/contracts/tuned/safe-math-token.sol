// SPDX-License-Identifier: MIT
pragma solidity 0.6.12; // expect: outdated-compiler

library SafeMath {
    function add(uint256 a, uint256 b) internal pure returns (uint256) {
        uint256 c = a + b;
        require(c >= a, "overflow");
        return c;
    }

    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "underflow");
        return a - b;
    }
}

contract SafeMathToken {
    using SafeMath for uint256;

    mapping(address => uint256) public balanceOf;
    uint256 public count;

    constructor() public {
        balanceOf[msg.sender] = 1000000;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(amount);
        balanceOf[to] = balanceOf[to].add(amount);
        return true;
    }

    function sum(uint256[4] calldata values) external pure returns (uint256 total) {
        for (uint256 i = 0; i < 4; i++) {
            total = total.add(values[i]);
        }
    }
}
