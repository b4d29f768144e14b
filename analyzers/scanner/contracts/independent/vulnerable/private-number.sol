pragma solidity ^0.4.17;

contract PrivateNumber {
    uint256 private secret = uint256(keccak256(block.timestamp, block.number)) % 10; // expect: weak-randomness
    uint256 public pot;

    function guess(uint256 n) public payable {
        require(msg.value == 0.1 ether);
        pot += msg.value;
        if (n == secret) {
            uint256 prize = pot;
            pot = 0;
            msg.sender.transfer(prize);
        }
    }
}
