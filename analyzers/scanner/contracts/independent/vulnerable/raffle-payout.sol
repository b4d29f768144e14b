pragma solidity ^0.4.19;

contract RafflePayout {
    address host;
    address winner;
    bool paid;

    function RafflePayout() payable { host = msg.sender; }

    function choose(address w) public {
        require(msg.sender == host && winner == 0x0);
        winner = w;
    }

    function pay() public {
        require(!paid && winner != 0x0);
        paid = true;
        winner.send(this.balance); // expect: unchecked-send
    }
}
