pragma solidity 0.8.17;

contract SharedTill {
    mapping(address => uint256) public tab;
    bool private busy;

    modifier guarded() {
        require(!busy, "busy");
        busy = true;
        _;
        busy = false;
    }

    function put() external payable {
        tab[msg.sender] += msg.value;
    }

    function take() external guarded {
        uint256 amount = tab[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}(""); // expect: reentrancy-cross-function | reentrancy
        require(ok);
        tab[msg.sender] = 0;
    }

    function give(address friend, uint256 amount) external {
        tab[msg.sender] -= amount;
        tab[friend] += amount;
    }
}
