pragma solidity ^0.4.10;

contract NoModifier {
    address winner;

    function guess(uint8 n) payable public {
        if (n == 42) { winner = msg.sender; }
    }

    function _reward(address to) { // expect: default-visibility
        to.transfer(this.balance); // expect: unprotected-withdraw
    }

    function claim() public {
        if (msg.sender == winner) _reward(winner);
    }
}
