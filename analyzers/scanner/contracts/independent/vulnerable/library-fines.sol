pragma solidity 0.5.3;

contract LibraryFines {
    mapping(address => uint) public credit;

    function topUp() external payable {
        credit[msg.sender] += msg.value;
    }

    function transferCredit(address to, uint amount) external {
        require(credit[msg.sender] - amount >= 0); // expect: integer-overflow
        credit[msg.sender] -= amount; // expect: integer-overflow
        credit[to] += amount;
    }
}
