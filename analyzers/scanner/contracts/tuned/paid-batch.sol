// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0 <0.9.0; // expect: floating-pragma

contract PaidBatch {
    mapping(address => uint256) public credit;
    address payable private immutable keeper = payable(msg.sender);

    function payFor(address[] calldata people) external payable {
        for (uint256 i = 0; i < people.length; i++) {
            credit[people[i]] += msg.value; // expect: msg-value-in-loop
        }
    }

    function payForSafely(address[] calldata people) external payable {
        uint256 part = msg.value / people.length;
        for (uint256 i = 0; i < people.length; i++) {
            credit[people[i]] += part;
        }
    }

    function collect() external {
        require(msg.sender == keeper, "not you");
        keeper.transfer(address(this).balance);
    }
}
