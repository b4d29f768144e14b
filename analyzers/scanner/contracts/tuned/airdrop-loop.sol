// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IERC20 {
    function transfer(address to, uint256 value) external returns (bool);
}

contract AirdropLoop {
    IERC20 public immutable token;
    address[] private holders;
    uint256 public paid;

    constructor(IERC20 token_) {
        token = token_;
    }

    function join() external {
        holders.push(msg.sender);
    }

    function payAll() external {
        for (uint256 i = 0; i < holders.length; i++) { // expect: unbounded-loop
            require(token.transfer(holders[i], 1), "failed"); // expect: calls-in-loop
        }
    }

    function countFour() external view returns (uint256 found) {
        for (uint256 i = 0; i < 4; ++i) {
            if (holders[i] == msg.sender) found += 1;
        }
    }

    function sum(uint256 from, uint256 size) external view returns (uint256 total) {
        uint256 end = from + size;
        for (uint256 i = from; i < end; ++i) {
            if (holders[i] == msg.sender) total += 1;
        }
    }
}
