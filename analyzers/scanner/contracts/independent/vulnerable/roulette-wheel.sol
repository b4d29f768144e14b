pragma solidity ^0.4.21;

contract RouletteWheel {
    uint public lastSpin;

    function spin() public payable {
        require(msg.value == 1 ether);
        require(now != lastSpin);
        lastSpin = now;
        if (now % 15 == 0) { // expect: timestamp-dependence | weak-randomness
            msg.sender.transfer(address(this).balance);
        }
    }
}
