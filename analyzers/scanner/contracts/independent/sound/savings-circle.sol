// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract SavingsCircle {
    struct Seat {
        uint128 paidIn;
        bool active;
    }

    mapping(address => Seat) public seats;
    uint256 public pot;

    function join() external payable {
        Seat storage seat = seats[msg.sender];
        seat.paidIn += uint128(msg.value);
        seat.active = true;
        pot += msg.value;
    }

    function leave() external {
        Seat storage seat = seats[msg.sender];
        require(seat.active, "not a member");
        uint256 due = seat.paidIn;
        seat.active = false;
        seat.paidIn = 0;
        pot -= due;
        (bool ok, ) = payable(msg.sender).call{value: due}("");
        require(ok, "transfer failed");
    }
}
