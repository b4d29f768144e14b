pragma solidity ^0.8.14;

contract OriginHelper {
    address private chief;
    uint256 public level;

    constructor() {
        chief = msg.sender;
    }

    function _sender() internal view returns (address) {
        return tx.origin;
    }

    function raise(uint256 to) external {
        require(_sender() == chief, "chief"); // expect: tx-origin
        level = to;
    }

    function reset() external {
        address user = tx.origin;
        if (user == chief) { // expect: tx-origin
            level = 0;
        }
    }
}
