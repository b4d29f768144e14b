pragma solidity 0.6.11;

contract MultiDeposit {
    mapping(address => uint256) public balance;

    function depositFor(address[] calldata people) external payable {
        require(people.length < 32);
        uint256 i = 0;
        while (i < people.length) {
            balance[people[i]] += msg.value; // expect: msg-value-in-loop
            i++;
        }
    }

    function withdraw() external {
        uint256 b = balance[msg.sender];
        balance[msg.sender] = 0;
        msg.sender.transfer(b);
    }
}
