pragma solidity 0.8.0 - 0.8.25;

contract RangedVersion {
    uint256 private value;

    function put(uint256 v) external {
        value = v;
    }

    function get() external view returns (uint256) {
        return value;
    }
}
