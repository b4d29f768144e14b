pragma solidity ^0.4.22;

contract AliasSpend {
    struct Card { uint points; uint spent; }
    mapping(address => Card) cards;
    address shop = msg.sender;

    function load(address who, uint points) public {
        require(msg.sender == shop);
        require(points < 1e6 && cards[who].points < 1e6);
        cards[who].points += points;
    }

    function spend(uint points) public {
        var card = cards[msg.sender];
        require(card.points >= points);
        card.points -= points;
        card.spent += points;
    }
}
