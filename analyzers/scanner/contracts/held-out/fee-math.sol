// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract FeeMath {
    mapping(address => uint256) public owed;
    uint256 public constant BASE = 10_000;

    function charge(address who, uint256 amount, uint256 rate) external {
        uint256 fee = amount / BASE * rate; // expect: divide-before-multiply
        owed[who] += fee;
    }

    function add(address who, uint256 amount) external {
        unchecked {
            owed[who] += amount; // expect: unchecked-arithmetic
        }
    }

    function take(uint256 amount) external {
        uint256 due = owed[msg.sender];
        if (due < amount) revert("too much");
        unchecked {
            owed[msg.sender] = due - amount;
        }
    }
}
