pragma solidity 0.8.23;

contract PublicVault {
    mapping(address => uint256) public held;
    address private steward = msg.sender;

    function put() external payable {
        held[msg.sender] += msg.value;
    }

    function moveOut(address from, address payable to, uint256 amount) external {
        uint256 h = held[from];
        require(h >= amount, "short");
        held[from] = h - amount;
        to.transfer(amount); // expect: unprotected-withdraw
    }
}
