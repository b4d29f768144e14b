pragma solidity ^0.5.5;

contract DelegateInit {
    address public logic;
    bytes32 public tag;

    function configure(address logic_, bytes calldata setup) external {
        (bool ok, ) = logic_.delegatecall(setup); // expect: controlled-delegatecall
        require(ok, "setup");
        tag = keccak256(setup);
    }
}
