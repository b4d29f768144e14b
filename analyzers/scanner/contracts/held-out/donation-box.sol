// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract DonationBox { // expect: locked-ether
    mapping(address => uint256) public given;

    function donate() external payable {
        given[msg.sender] += msg.value;
    }
}

contract ForwardBox {
    address payable private immutable charity;

    constructor(address payable charity_) {
        require(charity_ != address(0), "zero");
        charity = charity_;
    }

    function donate() external payable {
        charity.transfer(msg.value);
    }
}
