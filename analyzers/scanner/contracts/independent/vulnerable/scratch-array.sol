pragma solidity ^0.4.11;

contract ScratchArray {
    uint public luckyNumber = 52;
    uint public last;
    mapping(uint => address) asked;

    function ask(uint n) public {
        uint[] history; // expect: uninitialized-storage
        history.push(n);
        asked[n] = msg.sender;
        last = history.length;
    }
}
