pragma solidity 0.5.17;

contract GaslessSend {
    mapping(address => uint256) public balances;

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function sendFor(address from, address to, uint256 value, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 message = keccak256(abi.encode(address(this), from, to, value));
        require(from != address(0));
        require(ecrecover(message, v, r, s) == from, "bad signature"); // expect: signature-replay
        require(balances[from] >= value, "poor");
        balances[from] -= value;
        balances[to] += value;
    }
}
