// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract CommitReveal {
    mapping(address => bytes32) public commitmentOf;
    uint256 public immutable revealFrom;
    uint256 public mixed;

    constructor(uint256 wait) {
        revealFrom = block.timestamp + wait;
    }

    function commit(bytes32 commitment) external {
        require(block.timestamp < revealFrom, "too late");
        commitmentOf[msg.sender] = commitment;
    }

    function reveal(uint256 number, bytes32 salt) external {
        require(block.timestamp >= revealFrom, "too early");
        require(keccak256(abi.encode(number, salt)) == commitmentOf[msg.sender], "other");
        delete commitmentOf[msg.sender];
        mixed ^= number;
    }
}
