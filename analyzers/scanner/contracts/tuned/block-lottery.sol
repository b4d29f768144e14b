// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract BlockLottery {
    address[] public players;
    address public lastWinner;
    bytes32 public roundId;

    function enter() external payable {
        require(msg.value == 0.1 ether, "price");
        players.push(msg.sender);
    }

    function draw() external {
        uint256 random = uint256(keccak256(abi.encode(block.timestamp, block.prevrandao, players.length))); // expect: weak-randomness
        address winner = players[random % players.length];
        lastWinner = winner;
        delete players;
        (bool ok, ) = winner.call{value: address(this).balance}("");
        require(ok, "failed");
    }

    function drawByHash() external view returns (uint256) {
        return uint256(blockhash(block.number - 1)) % players.length; // expect: weak-randomness
    }

    function openRound() external {
        roundId = keccak256(abi.encode(address(this), block.number));
    }
}
