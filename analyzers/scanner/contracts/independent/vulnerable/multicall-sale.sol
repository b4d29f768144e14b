pragma solidity ^0.8.19;

contract MulticallSale {
    mapping(address => uint256) public paid;

    function buy() external payable {
        paid[msg.sender] += msg.value;
    }

    function multicall(bytes[] calldata data) external payable {
        for (uint256 i = 0; i < data.length; i++) {
            (bool ok, ) = address(this).delegatecall(data[i]); // expect: msg-value-in-loop
            require(ok);
        }
    }

    function refund(uint256 amount) external {
        paid[msg.sender] -= amount;
        payable(msg.sender).transfer(amount);
    }
}
