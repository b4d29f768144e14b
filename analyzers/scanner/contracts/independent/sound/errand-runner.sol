pragma solidity ^0.8.0;

contract ErrandRunner {
    address private immutable dispatcher = msg.sender;

    event Ran(address indexed to, bytes result);

    receive() external payable {}

    function run(address to, uint256 value, bytes calldata what) external returns (bytes memory) {
        if (msg.sender != dispatcher) revert("dispatcher");
        (bool ok, bytes memory result) = to.call{value: value}(what);
        require(ok, "errand failed");
        emit Ran(to, result);
        return result;
    }
}
