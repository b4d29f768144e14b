pragma solidity ^0.5.0;

contract ParkingMeter {
    mapping(bytes32 => uint) public paidUntil;
    mapping(bytes32 => address payable) public payer;
    mapping(bytes32 => uint) public prepaid;

    function park(bytes32 plate, uint minutesWanted) external payable {
        require(minutesWanted <= 600 && msg.value == minutesWanted * 1 szabo);
        payer[plate] = msg.sender;
        prepaid[plate] = msg.value;
        paidUntil[plate] = now + minutesWanted * 60;
    }

    function leaveEarly(bytes32 plate) external {
        require(payer[plate] == msg.sender);
        require(paidUntil[plate] > now);
        msg.sender.transfer(prepaid[plate] / 2); // expect: reentrancy-limited-gas
        prepaid[plate] = 0;
        paidUntil[plate] = 0;
    }
}
