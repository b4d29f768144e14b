pragma solidity ^0.8.8;

contract FastLedger {
    mapping(address => uint256) public units;

    error Short(uint256 have, uint256 want);

    constructor() {
        units[msg.sender] = 1_000_000;
    }

    function move(address to, uint256 n) external {
        uint256 have = units[msg.sender];
        if (have < n) revert Short(have, n);
        unchecked {
            units[msg.sender] = have - n;
            units[to] += n;
        }
    }
}
