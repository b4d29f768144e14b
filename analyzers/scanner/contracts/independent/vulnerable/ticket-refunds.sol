pragma solidity ^0.6.12;

contract TicketRefunds {
    address payable public organiser;
    uint256 public constant PRICE = 50 finney;
    mapping(uint256 => address payable) internal holderOf;
    uint256 internal nextTicket = 1;
    bool public cancelled;

    constructor() public {
        organiser = msg.sender;
    }

    function buy() external payable returns (uint256 id) {
        require(msg.value == PRICE);
        id = nextTicket++;
        holderOf[id] = msg.sender;
    }

    function cancel() external {
        require(msg.sender == organiser);
        cancelled = true;
    }

    function refund(uint256 id) external {
        require(cancelled);
        require(holderOf[id] == msg.sender);
        _payOut(msg.sender, PRICE); // expect: reentrancy
        delete holderOf[id];
    }

    function _payOut(address payable to, uint256 value) private {
        (bool sent, ) = to.call{value: value}("");
        require(sent);
    }
}
