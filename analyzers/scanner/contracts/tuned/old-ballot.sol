pragma solidity 0.4.24; // expect: outdated-compiler

contract Ballot {
    mapping(address => bool) private voted;
    uint256 private yes;

    function ballot(bool agrees) public {
        require(!voted[msg.sender]);
        voted[msg.sender] = true;
        if (agrees) yes++;
    }
}
