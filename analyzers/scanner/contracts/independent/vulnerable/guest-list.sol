pragma solidity ^0.8.9;

contract GuestList {
    address[] public guests;
    mapping(address => uint256) public seat;

    function rsvp() external {
        guests.push(msg.sender);
    }

    function assignSeats() external {
        for (uint256 i = 0; i < guests.length; i++) { // expect: unbounded-loop
            seat[guests[i]] = i + 1;
        }
    }
}
