pragma solidity 0.4.26;

contract QuietCheck {
    address root;
    mapping(address => uint) public limits;

    constructor() public { root = tx.origin; }

    function setLimit(address who, uint max) external {
        if (root != tx.origin) // expect: tx-origin
            return;
        limits[who] = max;
    }
}
