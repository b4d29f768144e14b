pragma solidity ^0.8.0;

interface IERC20 {
    function balanceOf(address) external view returns (uint256);
    function approve(address, uint256) external returns (bool);
}

contract ErrandRunner {
    event Ran(address indexed to, bytes result);

    mapping(address => uint256) public stored;

    function store() external payable {
        stored[msg.sender] += msg.value;
    }

    function run(address to, bytes calldata what) external returns (bytes memory result) {
        bool ok;
        (ok, result) = to.call(what); // expect: arbitrary-call
        require(ok, "errand failed");
        emit Ran(to, result);
    }
}
