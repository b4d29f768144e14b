// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0; // expect: floating-pragma

contract CoinFlip {
    uint256 public wins;

    function flip(bool guess) external payable {
        require(msg.value == 1 ether, "stake");
        bool side = block.prevrandao % 2 == 1; // expect: weak-randomness
        if (side == guess) {
            wins += 1;
            (bool ok, ) = msg.sender.call{value: 2 ether}("");
            require(ok, "failed");
        }
    }

    function spin() external view returns (uint256 slot) {
        uint256 seed = uint256(keccak256(abi.encodePacked(msg.sender, block.timestamp))); // expect: weak-randomness
        slot = seed % 37;
    }
}
