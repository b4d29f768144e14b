pragma solidity ^0.8.8;

contract FastLedger {
    mapping(address => uint256) public units;

    constructor() {
        units[msg.sender] = 1_000_000;
    }

    function move(address to, uint256 n) external {
        unchecked {
            units[msg.sender] -= n; // expect: unchecked-arithmetic
            units[to] += n;
        }
    }
}
