// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract AnyCallRouter {
    address public immutable owner = msg.sender;

    function route(address target, bytes calldata data) external returns (bytes memory) {
        (bool ok, bytes memory result) = target.call(data); // expect: arbitrary-call
        require(ok, "failed");
        return result;
    }

    function routeOwn(address target, bytes calldata data) external {
        require(msg.sender == owner, "not owner");
        target.call(data); // expect: unchecked-call
    }

    function ping(address target) external returns (bool ok) {
        (ok, ) = target.call{gas: 5000}(""); // expect: hardcoded-gas
    }

    function size(address target) external view returns (uint256 bytesHeld) {
        assembly { // expect: assembly
            bytesHeld := extcodesize(target)
        }
    }
}
