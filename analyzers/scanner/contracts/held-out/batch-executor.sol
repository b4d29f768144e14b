// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract BatchExecutor {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    function executeAll(Call[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, ) = calls[i].to.call{value: calls[i].value}(calls[i].data); // expect: arbitrary-call, calls-in-loop
            require(ok, "failed");
        }
    }

    function forward(address to) external payable {
        to.call{value: msg.value, gas: 2300}(""); // expect: unchecked-call, hardcoded-gas
    }

    function isContract(address who) external view returns (bool found) {
        assembly ("memory-safe") { // expect: assembly
            found := gt(extcodesize(who), 0)
        }
    }
}
