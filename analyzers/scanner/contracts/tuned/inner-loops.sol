// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract InnerLoops {
    function share(address payable[] calldata people) external payable {
        for (uint256 i = 0; i < people.length; i++) {
            _pay(people[i]); // expect: msg-value-in-loop, calls-in-loop
        }
    }

    function _pay(address payable to) internal {
        to.transfer(msg.value);
    }
}
