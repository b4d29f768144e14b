// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract RawArithmetic {
    mapping(address => uint256) public points;

    function spend(uint256 amount) external {
        unchecked {
            points[msg.sender] -= amount; // expect: unchecked-arithmetic
        }
    }

    function spendSafely(uint256 amount) external {
        require(points[msg.sender] >= amount, "too much");
        unchecked {
            points[msg.sender] -= amount;
        }
    }

    function share(uint256 amount, uint256 part, uint256 whole) external pure returns (uint256) {
        return (amount / whole) * part; // expect: divide-before-multiply
    }

    function shareSafely(uint256 amount, uint256 part, uint256 whole) external pure returns (uint256) {
        return (amount * part) / whole;
    }

    function count(uint256[] calldata values) external pure returns (uint256 even) {
        for (uint256 i = 0; i < values.length; ) {
            if (values[i] % 2 == 0) even += 1;
            unchecked {
                ++i;
            }
        }
    }
}
