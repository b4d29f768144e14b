pragma solidity =0.5.16;

contract FactoryPair {
    address public factory;
    address public left;
    address public right;

    constructor() public {
        factory = msg.sender;
    }

    function initialize(address l, address r) external {
        require(msg.sender == factory, 'FORBIDDEN');
        left = l;
        right = r;
    }
}
