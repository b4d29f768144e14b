pragma solidity ^0.7.3;

contract NestedAlias {
    struct Lot { uint256 bid; address payable bidder; bool sold; }
    struct Room { mapping(uint256 => Lot) lots; uint256 count; }

    mapping(uint256 => Room) private rooms;

    function bid(uint256 room, uint256 lot) external payable {
        Room storage r = rooms[room];
        Lot storage l = r.lots[lot];
        require(msg.value > l.bid && !l.sold, "low");
        address payable previous = l.bidder;
        uint256 refund = l.bid;
        if (previous != address(0)) {
            (bool ok, ) = previous.call{value: refund}(""); // expect: reentrancy
            require(ok, "refund");
        }
        l.bid = msg.value;
        l.bidder = msg.sender;
    }
}
