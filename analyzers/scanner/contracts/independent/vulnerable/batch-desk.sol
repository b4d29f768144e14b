pragma solidity 0.5.12;
pragma experimental ABIEncoderV2;

contract BatchDesk {
    struct Order {
        address dest;
        uint256 wei_;
        bytes body;
    }

    function () external payable {}

    function perform(Order[] memory orders) public {
        require(orders.length <= 16);
        for (uint256 k = 0; k < orders.length; k++) {
            Order memory o = orders[k];
            (bool good, ) = o.dest.call.value(o.wei_)(o.body); // expect: arbitrary-call
            require(good);
        }
    }
}
