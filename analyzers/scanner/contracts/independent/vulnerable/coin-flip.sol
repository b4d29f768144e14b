pragma solidity ^0.4.23;

contract CoinFlip {
    event Flipped(address player, bool won);

    function () public payable {}

    function flip(bool heads) public payable {
        require(msg.value == 10 finney);
        bool side = uint(blockhash(block.number - 1)) % 2 == 0; // expect: weak-randomness
        if (side == heads) {
            msg.sender.transfer(19 finney);
        }
        emit Flipped(msg.sender, side == heads);
    }
}
