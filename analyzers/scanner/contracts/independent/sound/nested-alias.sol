pragma solidity ^0.7.3;

contract NestedAlias {
    struct Lot { uint256 bid; address payable bidder; bool sold; }
    struct Room { mapping(uint256 => Lot) lots; uint256 count; }

    mapping(uint256 => Room) private rooms;
    mapping(address => uint256) public refunds;

    function bid(uint256 room, uint256 lot) external payable {
        Room storage r = rooms[room];
        Lot storage l = r.lots[lot];
        require(msg.value > l.bid && !l.sold, "low");
        refunds[l.bidder] += l.bid;
        l.bid = msg.value;
        l.bidder = msg.sender;
    }

    function fetch() external {
        uint256 amount = refunds[msg.sender];
        refunds[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refund");
    }
}
