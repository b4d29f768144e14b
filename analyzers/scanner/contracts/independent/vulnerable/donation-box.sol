pragma solidity ^0.4.13;

contract DonationBox { // expect: locked-ether
    mapping(address => uint) public given;
    address charity;

    function DonationBox(address c) public {
        charity = c;
    }

    function() public payable {
        given[msg.sender] += msg.value;
    }

    function changeCharity(address c) public {
        require(msg.sender == charity);
        charity = c;
    }
}
