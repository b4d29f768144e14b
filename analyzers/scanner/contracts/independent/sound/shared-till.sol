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

    function put() external payable guarded {
        tab[msg.sender] += msg.value;
    }

    function take() external guarded {
        uint256 amount = tab[msg.sender];
        tab[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
    }

    function give(address friend, uint256 amount) external guarded {
        tab[msg.sender] -= amount;
        tab[friend] += amount;
    }
}
