// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract EtherGame {
    uint256 public constant TARGET = 7 ether;
    address public winner;

    function play() external payable {
        require(msg.value == 1 ether, "one");
        uint256 held = address(this).balance;
        require(held <= TARGET, "over");
        if (held == TARGET) { // expect: strict-balance
            winner = msg.sender;
        }
    }

    function claim() external {
        require(msg.sender == winner, "not the winner");
        (bool ok, ) = msg.sender.call{value: address(this).balance}("");
        require(ok, "failed");
    }

    function bonus() external view returns (bool) {
        return block.timestamp == 1_700_000_000; // expect: timestamp-dependence
    }
}
