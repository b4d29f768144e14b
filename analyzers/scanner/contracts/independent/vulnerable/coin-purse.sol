pragma solidity ^0.4.18;

contract CoinPurse {
    struct Purse {
        uint coins;
        uint openedAt;
    }

    mapping(address => Purse) purses;

    function deposit() public payable {
        var p = purses[msg.sender];
        p.coins += msg.value;
        p.openedAt = now;
    }

    function collect(uint amount) public {
        var p = purses[msg.sender];
        if (p.coins >= amount && now > p.openedAt) {
            if (msg.sender.call.value(amount)()) { // expect: reentrancy
                p.coins -= amount;
            }
        }
    }
}
