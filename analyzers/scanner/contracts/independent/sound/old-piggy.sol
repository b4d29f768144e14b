pragma solidity ^0.4.11;

contract OldPiggy {
    address saver;

    function OldPiggy() public payable {
        saver = msg.sender;
    }

    function smash() public {
        if (msg.sender != saver) throw;
        suicide(saver);
    }
}
