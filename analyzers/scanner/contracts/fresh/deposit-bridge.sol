// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract DepositBridge {
    address[] public validators;
    mapping(address => bool) public isValidator;
    mapping(bytes32 => bool) public handled;
    address public upgrader;
    bool public live;

    error Bad();

    function setup(address[] memory list) external { // expect: unprotected-initializer
        for (uint256 i = 0; i < list.length; i++) {
            isValidator[list[i]] = true;
            validators.push(list[i]);
        }
        live = true;
    }

    function lock() external payable {
        if (!live) revert Bad();
    }

    function unlock(address payable to, uint256 amount, uint256 id, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 key = keccak256(abi.encodePacked(to, amount, id));
        if (handled[key]) revert Bad();
        handled[key] = true;
        address who = ecrecover(key, v, r, s); // expect: signature-replay, ecrecover-zero-address
        if (!isValidator[who]) revert Bad();
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert Bad();
    }

    function relay(address[] calldata targets, bytes[] calldata payloads) external {
        for (uint256 i = 0; i < targets.length; ++i) {
            (bool ok, ) = targets[i].call(payloads[i]); // expect: arbitrary-call, calls-in-loop
            if (!ok) revert Bad();
        }
    }

    function upgrade(address code, bytes calldata data) external {
        if (upgrader != address(0) && msg.sender != upgrader) revert Bad();
        (bool ok, ) = code.delegatecall(data);
        if (!ok) revert Bad();
    }
}
