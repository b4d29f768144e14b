// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract SavingsCircle {
    struct Seat {
        uint128 paidIn;
        uint64 joined;
        bool active;
    }

    mapping(address => Seat) public seats;
    uint256 public pot;

    function join() external payable {
        require(msg.value >= 0.1 ether, "too little");
        Seat storage seat = seats[msg.sender];
        seat.paidIn += uint128(msg.value);
        seat.joined = uint64(block.timestamp);
        seat.active = true;
        pot += msg.value;
    }

    function leave() external {
        Seat storage seat = seats[msg.sender];
        require(seat.active, "not a member");
        uint256 due = seat.paidIn;
        (bool ok, ) = payable(msg.sender).call{value: due}(""); // expect: reentrancy
        require(ok, "transfer failed");
        seat.active = false;
        seat.paidIn = 0;
        pot -= due;
    }
}
