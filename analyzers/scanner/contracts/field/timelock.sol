// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract Timelock {
    uint256 public constant WAIT = 2 days;
    address public admin;
    address public pendingAdmin;
    mapping(bytes32 => uint256) public readyAt;

    event NewAdmin(address indexed admin);
    event Queued(bytes32 indexed id, uint256 at);

    constructor() {
        admin = msg.sender;
    }

    receive() external payable {}

    modifier onlyAdmin() {
        require(msg.sender == admin, "not admin");
        _;
    }

    function setPendingAdmin(address next) external onlyAdmin {
        pendingAdmin = next; // expect: missing-zero-check
    }

    function acceptAdmin() external {
        require(msg.sender == pendingAdmin, "not pending");
        admin = msg.sender;
        pendingAdmin = address(0);
        emit NewAdmin(admin);
    }

    function queue(address target, uint256 value, bytes calldata data) external onlyAdmin returns (bytes32 id) {
        id = keccak256(abi.encode(target, value, data));
        readyAt[id] = block.timestamp + WAIT;
        emit Queued(id, readyAt[id]);
    }

    function execute(address target, uint256 value, bytes calldata data) external payable onlyAdmin {
        bytes32 id = keccak256(abi.encode(target, value, data));
        require(readyAt[id] != 0 && block.timestamp >= readyAt[id], "not ready");
        delete readyAt[id];
        (bool ok, ) = target.call{value: value}(data);
        require(ok, "failed");
    }
}
